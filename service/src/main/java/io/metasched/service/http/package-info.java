/** The API over HTTP: who asks, what is asked, and the answers and streams. */
@NullMarked
package io.metasched.service.http;

import org.jspecify.annotations.NullMarked;
