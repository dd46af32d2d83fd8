package io.metasched.service.api;

/** Request to sign a browser in. */
public record SignInRequest(String token) {}
