/** Assembly of the service: its start from settings, and its end. */
@NullMarked
package io.metasched.service.start;

import org.jspecify.annotations.NullMarked;
