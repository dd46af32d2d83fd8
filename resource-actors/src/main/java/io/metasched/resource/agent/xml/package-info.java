/**
 * Files of tasks and of resources: read as streams and written. They name what a broker is to place
 * and what an agent has; what becomes of it is not decided here. docs/broker-files.md is the
 * schema.
 */
@NullMarked
package io.metasched.resource.agent.xml;

import org.jspecify.annotations.NullMarked;
