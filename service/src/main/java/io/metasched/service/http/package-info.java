/** HTTP interface of the service: authentication, routes, responses and streams. */
@NullMarked
package io.metasched.service.http;

import org.jspecify.annotations.NullMarked;
