//! What the document promises of paths, methods, query parameters and forms of answers,
//! kept to the letter: what the document does not have is refused.

pub(crate) mod describe;
pub(crate) mod schema;

use std::collections::BTreeMap;

use actix_web::{
    dev::{ResourceDef, ServiceRequest},
    http::{Method, header},
};
use utoipa::openapi::{
    OpenApi, PathItem, RefOr, Schema,
    path::{Operation, ParameterIn},
};

use crate::http::{accept, codes::Code, error::ApiError};

/// What decisions were tried with before that had an address of its own.
const DRY_RUN: &str = "dry_run";

/// Every operation, by path and method.
pub(crate) struct Contract(Vec<(ResourceDef, Methods)>);

type Methods = BTreeMap<&'static str, Known>;

/// What is known of an operation.
struct Known {
    query: Vec<Parameter>,
    /// The media types of its answers that are no problems.
    forms: Vec<String>,
}

/// A query parameter.
struct Parameter {
    name: String,
    /// It may stand several times.
    is_list: bool,
}

impl Contract {
    /// The contract that a document is.
    pub(crate) fn of(document: &OpenApi) -> Contract {
        let paths = document.paths.paths.iter();
        Contract(
            paths
                .map(|(path, item)| (ResourceDef::new(path.as_str()), methods(item)))
                .collect(),
        )
    }

    /// The methods a path knows, as an `Allow` header has them. None: no such path.
    pub(crate) fn allowed(&self, path: &str) -> Option<String> {
        let methods: Vec<&str> = self.at(path)?.keys().copied().collect();
        Some(methods.join(", ").replace("GET", "GET, HEAD"))
    }

    /// Refuses a method that a path has not, though a path with a variable in its place has.
    pub(crate) fn check_method(&self, request: &ServiceRequest) -> Result<(), ApiError> {
        let path = request.path();
        let same = |(pattern, _): &&(ResourceDef, _)| pattern.pattern() == Some(path);
        match self.0.iter().find(same) {
            Some((_, methods))
                if request.method() != Method::OPTIONS
                    && !methods.contains_key(request.method().as_str()) =>
            {
                let allowed = self.allowed(path).unwrap_or_default();
                Err(ApiError::MethodNotAllowed(allowed))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Refuses a query parameter that the operation does not have, and a request whose answer
    /// could have no form that it accepts.
    pub(crate) fn check(&self, request: &ServiceRequest) -> Result<(), ApiError> {
        let has_query = !request.query_string().is_empty();
        let asks_for_a_form = request.headers().contains_key(header::ACCEPT);
        if !has_query && !asks_for_a_form {
            return Ok(());
        }
        let methods = self.at(request.path());
        let Some(known) = methods.and_then(|it| it.get(request.method().as_str())) else {
            return Ok(());
        };
        if has_query {
            known.check_query(request)?;
        }
        if asks_for_a_form && !known.forms.is_empty() {
            let forms: Vec<&str> = known.forms.iter().map(String::as_str).collect();
            accept::best(request, &forms)?;
        }
        Ok(())
    }

    fn at(&self, path: &str) -> Option<&Methods> {
        let same = self
            .0
            .iter()
            .find(|(pattern, _)| pattern.pattern() == Some(path));
        let found = same.or_else(|| self.0.iter().find(|(pattern, _)| pattern.is_match(path)));
        Some(&found?.1)
    }
}

impl Known {
    fn check_query(&self, request: &ServiceRequest) -> Result<(), ApiError> {
        let known = &self.query;
        let given = serde_urlencoded::from_str::<Vec<(String, String)>>(request.query_string())
            .map_err(|error| Code::MalformedQuery.because(error))?;
        let is_known = |name: &String| known.iter().any(|known| known.name == *name);
        match given.iter().find(|(name, _)| !is_known(name)) {
            None => check_once(known, &given),
            Some((name, _)) if name == DRY_RUN && request.method() == Method::PUT => {
                Err(ApiError::AskElsewhere {
                    detail: "a command is tried with POST, at the address in `links`".to_owned(),
                    address: format!("{}/dry-run", request.path()),
                })
            }
            Some((name, _)) => {
                let known = if known.is_empty() {
                    "none".to_owned()
                } else {
                    let names: Vec<&str> = known.iter().map(|it| it.name.as_str()).collect();
                    names.join(", ")
                };
                let detail = format!("there is no parameter {name:?} here; known: {known}");
                Err(Code::UnknownParameter.because(detail))
            }
        }
    }
}

/// Refuses a parameter that is repeated although it holds a single value: nobody knows which value
/// was meant.
fn check_once(known: &[Parameter], given: &[(String, String)]) -> Result<(), ApiError> {
    let once = known.iter().filter(|known| !known.is_list);
    let mut twice =
        once.filter(|known| given.iter().filter(|(name, _)| *name == known.name).count() > 1);
    match twice.next() {
        None => Ok(()),
        Some(Parameter { name, .. }) => {
            let detail = format!("{name} is given more than once");
            Err(Code::MalformedQuery.because(detail))
        }
    }
}

fn methods(item: &PathItem) -> Methods {
    let all = [
        ("DELETE", &item.delete),
        ("GET", &item.get),
        ("POST", &item.post),
        ("PUT", &item.put),
    ];
    all.into_iter()
        .filter_map(|(method, operation)| Some((method, known(operation.as_ref()?))))
        .collect()
}

fn known(operation: &Operation) -> Known {
    Known {
        query: query(operation),
        forms: forms(operation),
    }
}

fn forms(operation: &Operation) -> Vec<String> {
    let answers = operation.responses.responses.iter();
    let successes = answers.filter(|(status, _)| status.starts_with('2'));
    let forms = successes.filter_map(|(_, answer)| match answer {
        RefOr::T(own) => Some(own.content.keys().cloned()),
        RefOr::Ref(_) => None,
    });
    forms.flatten().collect()
}

fn query(operation: &Operation) -> Vec<Parameter> {
    let parameters = operation.parameters.iter().flatten();
    parameters
        .filter_map(|parameter| match parameter {
            RefOr::T(own) if own.parameter_in == ParameterIn::Query => Some(Parameter {
                name: own.name.clone(),
                is_list: matches!(own.schema, Some(RefOr::T(Schema::Array(_)))),
            }),
            RefOr::T(_) | RefOr::Ref(_) => None,
        })
        .collect()
}
