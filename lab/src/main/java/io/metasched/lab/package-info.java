/**
 * The one jar of all modules, with the classes that its archive has, and the command for other JVMs
 * of it. The packages in it measure simulations and the service.
 */
@NullMarked
package io.metasched.lab;

import org.jspecify.annotations.NullMarked;
