/** Tables, JSON and the page of cyclic runs. */
@NullMarked
package io.metasched.simulation.system.cyclic.report;

import org.jspecify.annotations.NullMarked;
