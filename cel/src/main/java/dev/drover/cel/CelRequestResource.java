package dev.drover.cel;

/// The value of `authorizer.requestResource`: the resource of the request, without a verb.
///
/// @param authorizer answers
/// @param check with an empty verb
public record CelRequestResource(CelAuthorizer authorizer, CelAuthorizer.Check check) {}
