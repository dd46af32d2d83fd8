/**
 * Benchmarks of an agent's table against the table of the broker-agent paper, and of brokers and
 * agents in separate JVMs. They measure other packages and make no scheduling decisions.
 */
@NullMarked
package io.metasched.lab.bench.broker;

import org.jspecify.annotations.NullMarked;
