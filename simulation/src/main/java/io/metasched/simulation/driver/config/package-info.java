/** Settings of drivers, read once from this module's reference.conf. */
@NullMarked
package io.metasched.simulation.driver.config;

import org.jspecify.annotations.NullMarked;
