//! Backups, for operators.

use actix_web::{HttpResponse, web};

use crate::http::{app::App, codes::Code, error::ApiError, reply};

/// Makes a backup, restores it to try it, and answers when that is done. For operators.
pub(crate) async fn make_backup(app: web::Data<App>) -> Result<HttpResponse, ApiError> {
    let Some(made) = app.backups.make(&app.store).await else {
        let why = "there is no folder for backups: start the server with --backup-to DIR";
        return Err(Code::NotFound.because(why));
    };
    let made = made?;
    match &made.problem {
        None => Ok(reply::ok(&made)),
        Some(problem) => Err(Code::Internal.because(problem)),
    }
}
