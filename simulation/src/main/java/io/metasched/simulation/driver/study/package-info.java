/**
 * Studies over several JVMs. The driver distributes replications among workers by Akka's work
 * pulling, sends them missing logs and policies, and collects the rows that they observe.
 */
@NullMarked
package io.metasched.simulation.driver.study;

import org.jspecify.annotations.NullMarked;
