/**
 * Sanitizing of text from outside the program (files, options, error messages of libraries) for one
 * line of a message or a report. Every message that shows such text uses this package; JSON and
 * pages escape their texts themselves.
 */
@NullMarked
package io.metasched.simulation.text;

import org.jspecify.annotations.NullMarked;
