/** What commands use to talk to the service. */
@NullMarked
package io.metasched.service.client;

import org.jspecify.annotations.NullMarked;
