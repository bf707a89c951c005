# The server: one binary, one volume, no root.

FROM rust:1.95.0-slim-bookworm AS chef
RUN cargo install cargo-chef --locked --version 0.1.78
WORKDIR /build

FROM chef AS plan
COPY . .
RUN cargo chef prepare --recipe-path recipe.json

FROM chef AS build
COPY --from=plan /build/recipe.json recipe.json
# Dependencies alone: a layer of its own, kept until Cargo.lock changes.
RUN cargo chef cook --profile dist --locked --package api --recipe-path recipe.json
COPY . .
RUN cargo build --profile dist --locked --package api

FROM debian:bookworm-slim
# Whom pushes by https:// trust.
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates \
    && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --no-create-home cartulary \
    && install --directory --owner=cartulary --group=cartulary --mode=0700 /data
COPY --from=build /build/target/dist/cartulary /usr/local/bin/cartulary
COPY LICENSE-MIT LICENSE-APACHE api/src/routes/pages/explorer/openapi-explorer.min.js.LICENSE.txt /usr/share/doc/cartulary/
USER cartulary
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["cartulary", "healthcheck"]
ENV CARTULARY_DATA=/data CARTULARY_LISTEN=0.0.0.0:8080
ENTRYPOINT ["cartulary"]
CMD ["serve"]
