/**
 * Files of tasks and of resources: read as streams and written. They describe the tasks of a broker
 * and the nodes of an agent; placement is decided elsewhere. docs/cluster.md is the schema.
 */
@NullMarked
package io.metasched.resource.broker.xml;

import org.jspecify.annotations.NullMarked;
