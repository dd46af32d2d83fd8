/** Orders in which cycles consider waiting jobs. */
@NullMarked
package io.metasched.metascheduler.queue;

import org.jspecify.annotations.NullMarked;
