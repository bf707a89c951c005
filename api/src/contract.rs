//! What the document promises of paths, methods and query parameters, kept to
//! the letter: unknown ones are refused because the document does not have them.

use std::{collections::BTreeMap, sync::LazyLock};

use actix_web::{
    dev::{ResourceDef, ServiceRequest},
    http::Method,
};
use utoipa::openapi::{
    OpenApi, PathItem, RefOr,
    path::{Operation, ParameterIn},
};

use crate::error::ApiError;

/// What decisions were tried with before that had an address of its own.
const DRY_RUN: &str = "dry_run";

/// Every operation, by path and method.
pub(crate) struct Contract(Vec<(ResourceDef, BTreeMap<&'static str, Vec<String>>)>);

impl Contract {
    /// The contract of the routes as registered.
    pub(crate) fn get() -> &'static Contract {
        static CONTRACT: LazyLock<Contract> = LazyLock::new(|| Contract::of(&crate::document()));
        &CONTRACT
    }

    fn of(document: &OpenApi) -> Contract {
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

    /// Refuses a query parameter that the operation does not have.
    pub(crate) fn check_query(&self, request: &ServiceRequest) -> Result<(), ApiError> {
        if request.query_string().is_empty() {
            return Ok(());
        }
        let Some(known) = self.parameters(request.path(), request.method()) else {
            return Ok(());
        };
        let given = serde_urlencoded::from_str::<Vec<(String, String)>>(request.query_string())
            .map_err(|error| ApiError::malformed("malformed_query", error))?;
        match given.iter().find(|(name, _)| !known.contains(name)) {
            None => Ok(()),
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
                    known.join(", ")
                };
                let detail = format!("there is no parameter {name:?} here; known: {known}");
                Err(ApiError::malformed("unknown_parameter", detail))
            }
        }
    }

    fn parameters(&self, path: &str, method: &Method) -> Option<&Vec<String>> {
        self.at(path)?.get(method.as_str())
    }

    fn at(&self, path: &str) -> Option<&BTreeMap<&'static str, Vec<String>>> {
        let same = self
            .0
            .iter()
            .find(|(pattern, _)| pattern.pattern() == Some(path));
        let found = same.or_else(|| self.0.iter().find(|(pattern, _)| pattern.is_match(path)));
        Some(&found?.1)
    }
}

fn methods(item: &PathItem) -> BTreeMap<&'static str, Vec<String>> {
    let all = [
        ("DELETE", &item.delete),
        ("GET", &item.get),
        ("POST", &item.post),
        ("PUT", &item.put),
    ];
    all.into_iter()
        .filter_map(|(method, operation)| Some((method, query(operation.as_ref()?))))
        .collect()
}

fn query(operation: &Operation) -> Vec<String> {
    let parameters = operation.parameters.iter().flatten();
    parameters
        .filter_map(|parameter| match parameter {
            RefOr::T(own) if own.parameter_in == ParameterIn::Query => Some(own.name.clone()),
            RefOr::T(_) | RefOr::Ref(_) => None,
        })
        .collect()
}
