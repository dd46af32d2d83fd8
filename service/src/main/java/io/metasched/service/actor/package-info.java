/** The service's own actors: what drives the scheduler by the clock, and what has jobs run. */
@NullMarked
package io.metasched.service.actor;

import org.jspecify.annotations.NullMarked;
