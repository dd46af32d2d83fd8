/**
 * Runs as processes: one supervisor in POSIX sh for each, whose folder is the protocol, and the
 * executor that reads and writes these folders.
 */
@NullMarked
package io.metasched.service.agent.process;

import org.jspecify.annotations.NullMarked;
