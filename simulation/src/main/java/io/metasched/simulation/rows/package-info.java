/** Tables with declared columns, CSV, JSON and result folders. Knows no system. */
@NullMarked
package io.metasched.simulation.rows;

import org.jspecify.annotations.NullMarked;
