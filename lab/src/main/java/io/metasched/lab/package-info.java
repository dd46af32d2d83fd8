/** The one jar of all modules: which of its classes its archive has. */
@NullMarked
package io.metasched.lab;

import org.jspecify.annotations.NullMarked;
