/** How results are shown: tables for a terminal, JSON for programs. No algorithms, no files. */
@NullMarked
package io.metasched.simulation.report;

import org.jspecify.annotations.NullMarked;
