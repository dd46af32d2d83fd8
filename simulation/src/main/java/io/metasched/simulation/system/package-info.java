/** The systems, one folder each, and the list of them all. */
@NullMarked
package io.metasched.simulation.system;

import org.jspecify.annotations.NullMarked;
