/**
 * What is counted and measured of a running service, for those who watch over it. It changes
 * nothing and knows no user and no job by name.
 */
@NullMarked
package io.metasched.service.metrics;

import org.jspecify.annotations.NullMarked;
