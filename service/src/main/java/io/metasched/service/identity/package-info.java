/**
 * Identities of OpenID Connect issuers: checks of their tokens, and rules that map claims to
 * principals.
 */
@NullMarked
package io.metasched.service.identity;

import org.jspecify.annotations.NullMarked;
