//! The operations of the document, one by one.

use serde_json::Value;

/// Every operation of the document: path, method, operation.
pub(crate) fn each(document: &mut Value) -> impl Iterator<Item = (String, String, &mut Value)> {
    let paths = document["paths"]
        .as_object_mut()
        .expect("paths are an object");
    paths.iter_mut().flat_map(|(path, item)| {
        let methods = item.as_object_mut().expect("a path is an object");
        methods
            .iter_mut()
            .filter(|(method, _)| ["get", "put", "post", "delete"].contains(&method.as_str()))
            .map(|(method, operation)| (path.clone(), method.clone(), operation))
    })
}

/// Takes out what a handler says of its operation beside what the format has a field for.
pub(crate) fn take(operation: &mut Value, extension: &str) -> Option<Value> {
    operation.as_object_mut()?.shift_remove(extension)
}
