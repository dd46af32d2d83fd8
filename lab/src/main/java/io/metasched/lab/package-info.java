/**
 * Packaging of all modules as one jar: the commands whose classes are archived, and the command
 * line that starts further JVMs. The subpackages measure simulations and the service.
 */
@NullMarked
package io.metasched.lab;

import org.jspecify.annotations.NullMarked;
