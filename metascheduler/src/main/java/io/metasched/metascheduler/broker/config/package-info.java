/** Settings of a broker in wall-clock time. */
@NullMarked
package io.metasched.metascheduler.broker.config;

import org.jspecify.annotations.NullMarked;
