/** Commands of the lab. */
@NullMarked
package io.metasched.lab.cli;

import org.jspecify.annotations.NullMarked;
