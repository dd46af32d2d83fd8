/**
 * Sites with their own resource managers: the node time that a site uses for itself, and the time
 * that it holds for jobs.
 */
@NullMarked
package io.metasched.service.site;

import org.jspecify.annotations.NullMarked;
