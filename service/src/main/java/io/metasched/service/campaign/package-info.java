/**
 * Tests a live service as a whole: starts it in JVMs of its own, has clients use it, does to it
 * what a seed says, and gives what it left behind to the checker. Nothing else depends on it.
 */
@NullMarked
package io.metasched.service.campaign;

import org.jspecify.annotations.NullMarked;
