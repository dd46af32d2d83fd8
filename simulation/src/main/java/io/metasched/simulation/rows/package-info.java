/** Tables with declared columns, CSV, JSON and result folders. Independent of any system. */
@NullMarked
package io.metasched.simulation.rows;

import org.jspecify.annotations.NullMarked;
