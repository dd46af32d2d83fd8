/** Cyclic scheme: scheduling cycles over the slots of owners. */
@NullMarked
package io.metasched.simulation.system.cyclic;

import org.jspecify.annotations.NullMarked;
