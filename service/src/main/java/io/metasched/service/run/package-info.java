/**
 * What lies between the scheduler and the machines: runs, and what happened to them. The scheduler
 * says what is to run where and when; an executor makes it happen and reports facts.
 */
@NullMarked
package io.metasched.service.run;

import org.jspecify.annotations.NullMarked;
