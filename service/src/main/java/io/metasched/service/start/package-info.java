/** Assembly of the service: start from settings, and shutdown. */
@NullMarked
package io.metasched.service.start;

import org.jspecify.annotations.NullMarked;
