//! A connection that costs next to nothing: prepared bytes out, a status in.
//!
//! The benches compare servers on the cores they run on themselves; a client that
//! does more than this would be most of what they measure.

use std::{
    io::{Error, ErrorKind, Result},
    net::SocketAddr,
};

use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    net::TcpStream,
};

/// One kept-alive connection.
#[derive(Debug)]
pub struct Wire {
    stream: BufReader<TcpStream>,
    line: Vec<u8>,
    body: Vec<u8>,
}

impl Wire {
    /// Connects.
    ///
    /// # Errors
    ///
    /// If nobody listens.
    pub async fn connect(address: SocketAddr) -> Result<Wire> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Wire {
            stream: BufReader::new(stream),
            line: Vec::new(),
            body: Vec::new(),
        })
    }

    /// Sends a whole request and reads the whole answer: its status.
    ///
    /// # Errors
    ///
    /// If the connection broke, or what came is not HTTP/1.1 with a length.
    pub async fn exchange(&mut self, request: &[u8]) -> Result<u16> {
        self.stream.write_all(request).await?;
        let status = self.next_line().await?;
        let status = status.get(9..12).and_then(|digits| digits.parse().ok());
        let status = status.ok_or(ErrorKind::InvalidData)?;
        let mut length = 0;
        loop {
            let line = self.next_line().await?;
            if line.is_empty() {
                break;
            }
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().map_err(Error::other)?;
            }
        }
        self.body.resize(length, 0);
        self.stream.read_exact(&mut self.body).await?;
        Ok(status)
    }

    /// The body of the last answer.
    pub fn body(&self) -> &[u8] {
        &self.body
    }

    async fn next_line(&mut self) -> Result<&str> {
        self.line.clear();
        if self.stream.read_until(b'\n', &mut self.line).await? == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        let line = str::from_utf8(&self.line).map_err(Error::other)?;
        Ok(line.trim_end())
    }
}
