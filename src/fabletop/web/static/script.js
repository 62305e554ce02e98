// Every form of ours says that it comes from a page with a script: such a device can shake the cup along.

document.addEventListener("formdata", event => event.formData.set("script", "1"));
