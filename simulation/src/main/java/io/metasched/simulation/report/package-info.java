/**
 * How results are shown: tables for a terminal, JSON for programs, a page for browsers. No
 * algorithms; the only file written here is the page.
 */
@NullMarked
package io.metasched.simulation.report;

import org.jspecify.annotations.NullMarked;
