/** Page of a cyclic run, and the conversion of its rows into tables and JSON. */
@NullMarked
package io.metasched.simulation.system.cyclic.report;

import org.jspecify.annotations.NullMarked;
