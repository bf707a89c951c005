//! The servers that do the least: one handler echoes, one makes its body durable.

use std::{io, net::SocketAddr, path::PathBuf};

use actix_web::{App, HttpResponse, HttpServer, dev::ServerHandle, web};
use bytes::Bytes;
use store::Store;

/// A server with `/echo` and `/append`, on a store of its own.
#[derive(Debug)]
pub struct Bare {
    /// Where it listens.
    pub address: SocketAddr,
    handle: ServerHandle,
}
