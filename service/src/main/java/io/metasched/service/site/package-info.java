/**
 * Sites with their own resource manager: the node time that they use themselves, and the time that
 * they hold for jobs.
 */
@NullMarked
package io.metasched.service.site;

import org.jspecify.annotations.NullMarked;
