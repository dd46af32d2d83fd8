/** Sites with a resource manager of their own: the times that they take on their nodes. */
@NullMarked
package io.metasched.service.site;

import org.jspecify.annotations.NullMarked;
