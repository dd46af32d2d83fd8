/**
 * Output of results: tables for a terminal, JSON for programs, a page for browsers. No algorithms;
 * the page is the only file written by this package.
 */
@NullMarked
package io.metasched.simulation.report;

import org.jspecify.annotations.NullMarked;
