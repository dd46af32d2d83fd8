/**
 * The machine's side of the service: processes that run jobs, and the link to whoever plans them.
 */
@NullMarked
package io.metasched.service.agent;

import org.jspecify.annotations.NullMarked;
