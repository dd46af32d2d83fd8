/**
 * Files of tasks and of resources: read as streams and written. The files describe the tasks of a
 * broker and the nodes of an agent; this package places no tasks. docs/cluster.md describes the
 * schema.
 */
@NullMarked
package io.metasched.resource.broker.xml;

import org.jspecify.annotations.NullMarked;
