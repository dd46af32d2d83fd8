/**
 * Text from outside the program (files, options, error messages of libraries) made fit for a line
 * of a message or a report. Every message that shows such text goes through here; how JSON and
 * pages escape their texts is theirs.
 */
@NullMarked
package io.metasched.simulation.text;

import org.jspecify.annotations.NullMarked;
