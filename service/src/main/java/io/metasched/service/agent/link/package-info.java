/**
 * Link between agents and the service in separate JVMs: orders that are repeated until they are
 * answered, facts that are repeated until they are acknowledged, and heartbeats that compare
 * clocks.
 */
@NullMarked
package io.metasched.service.agent.link;

import org.jspecify.annotations.NullMarked;
