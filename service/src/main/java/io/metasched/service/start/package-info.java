/** The service as a whole, from its settings to its end. */
@NullMarked
package io.metasched.service.start;

import org.jspecify.annotations.NullMarked;
