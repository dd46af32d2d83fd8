package io.metasched.service.book;

/**
 * Identity at an OpenID Connect issuer, with which a principal has authenticated.
 *
 * @param issuer URL of the issuer
 * @param subject id of the person at the issuer
 */
public record IdentityOrigin(String issuer, String subject) {}
