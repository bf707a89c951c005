//! What is wrong at the address of a page: as a page, if that is what whoever asks likes best.

use ::web::page::Trouble;
use actix_web::{
    Error, HttpResponse,
    body::{BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    error::InternalError,
    http::{
        Method,
        header::{self, HeaderValue},
    },
    middleware::Next,
    web,
};

use super::assets;
use crate::{
    http::{accept, app::App, codes::Code, reply},
    wire::Problem,
};

/// In which forms it can be told. Who takes any of them alike is a program.
const FORMS: [&str; 3] = ["application/problem+json", "application/json", PAGE];
const PAGE: &str = "text/html";

/// The middleware. It stands around what makes every answer that is no success a problem.
pub(crate) async fn told(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let asked = Asked::of(&request);
    let answer = next.call(request).await;
    let Some(asked) = asked else {
        return answer.map(ServiceResponse::map_into_boxed_body);
    };
    match answer {
        Ok(response) => {
            let (request, response) = response.map_into_boxed_body().into_parts();
            Ok(ServiceResponse::new(request, asked.told(response)))
        }
        Err(error) => {
            let response = asked.told(error.error_response());
            Err(InternalError::from_response(error, response).into())
        }
    }
}

/// How a page was asked for.
#[derive(Clone, Copy)]
struct Asked {
    likes_pages: bool,
    /// It is to be shown by a page of others.
    is_framed: bool,
}

impl Asked {
    /// None if it is no page that was asked for: programs know problems by their bytes.
    fn of(request: &ServiceRequest) -> Option<Asked> {
        let app = request.app_data::<web::Data<App>>()?;
        let path = request.path();
        let is_of_programs = ["/v1", "/mcp"].contains(&path)
            || ["/v1/", "/mcp/"].iter().any(|it| path.starts_with(it))
            || app.contract.allowed(path).is_some();
        (request.method() == Method::GET && !is_of_programs).then(|| Asked {
            likes_pages: accept::best(request, &FORMS).is_ok_and(|best| best == PAGE),
            is_framed: path.starts_with("/embed/"),
        })
    }

    fn told(self, mut response: HttpResponse) -> HttpResponse {
        let problem = response.extensions_mut().remove::<Problem>();
        let Some(problem) = problem else {
            return response;
        };
        let mut told = if self.likes_pages {
            self.page(problem, response)
        } else {
            response
        };
        let by_accept = HeaderValue::from_static("accept");
        told.headers_mut().append(header::VARY, by_accept);
        told
    }

    /// The page in the place of the problem, with its status and its headers.
    fn page(self, problem: Problem, response: HttpResponse) -> HttpResponse {
        let again_in = response.headers().get(header::RETRY_AFTER);
        let again_in = again_in.and_then(|seconds| seconds.to_str().ok()?.parse().ok());
        let page = trouble(problem, again_in).page(&assets::address);
        let show = if self.is_framed {
            assets::framed
        } else {
            assets::html
        };
        let (head, page) = show(page).into_parts();
        let mut told = response.set_body(page);
        told.headers_mut().remove(header::CONTENT_ENCODING);
        for (name, value) in head.headers() {
            told.headers_mut().insert(name.clone(), value.clone());
        }
        reply::no_store(told)
    }
}

fn trouble(problem: Problem, again_in: Option<usize>) -> Trouble {
    let is_nothing = problem.code == Code::NotFound.as_str();
    let (title, detail) = if is_nothing {
        let title = "There is no page at this address".to_owned();
        (title.clone(), title)
    } else {
        (problem.title, problem.detail)
    };
    Trouble {
        title,
        detail,
        known: problem.known,
        again_in,
        status: problem.status,
        code: problem.code,
        about: problem.kind,
        request: problem.request_id,
    }
}
