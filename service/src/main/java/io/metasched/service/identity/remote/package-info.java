/** Requests to OpenID Connect issuers: metadata, keys, and sign-ins of browsers. */
@NullMarked
package io.metasched.service.identity.remote;

import org.jspecify.annotations.NullMarked;
