/**
 * Studies over several JVMs: the driver distributes replications among workers by Akka's work
 * pulling, sends the logs and policies that they lack, and collects the rows that they observe.
 */
@NullMarked
package io.metasched.simulation.driver.study;

import org.jspecify.annotations.NullMarked;
