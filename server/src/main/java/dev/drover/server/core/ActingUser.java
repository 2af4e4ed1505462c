package dev.drover.server.core;

/// The user for whom a request is made.
///
/// @param constraint the verb that allowed the caller to impersonate the user by one of the
///   constrained ways; else empty
public record ActingUser(UserInfo user, String constraint) {}
