/** Commands of the service, one per file. */
@NullMarked
package io.metasched.service.cli;

import org.jspecify.annotations.NullMarked;
